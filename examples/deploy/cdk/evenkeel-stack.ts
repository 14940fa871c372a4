// Two functions and their schedules, as a stack of AWS CDK 2. policy.json is what 'evenkeel iam' prints, and
// evenkeel.jar has evenkeel.yaml in it: jar uf evenkeel.jar evenkeel.yaml
import { readFileSync } from "node:fs";
import { Duration, Stack, StackProps } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function, Runtime } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

export interface EvenkeelProps extends StackProps {
  /** Whether runs delete tables past their retention, and sweeps remove what nobody has. */
  readonly deletes?: boolean;
}

export class EvenkeelStack extends Stack {
  constructor(scope: Construct, id: string, props: EvenkeelProps = {}) {
    super(scope, id, props);
    const event = { delete: props.deletes ?? false };
    this.job("Tables", "dev.evenkeel.jobs.lambda.TablesHandler", Duration.minutes(15), event);
    this.job("Sweep", "dev.evenkeel.jobs.lambda.SweepHandler", Duration.hours(1), event);
  }

  private job(name: string, handler: string, every: Duration, event: object): void {
    const job = new Function(this, name, {
      runtime: Runtime.JAVA_17,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset("evenkeel.jar"),
      handler,
      memorySize: 512,
      timeout: Duration.minutes(10), // runs are sliced by this
      reservedConcurrentExecutions: 1,
      retryAttempts: 0, // the next run is the retry
      environment: { EVENKEEL_CONFIG: "/var/task/evenkeel.yaml", EVENKEEL_METRICS: "EMF" },
    });
    for (const statement of JSON.parse(readFileSync("policy.json", "utf8")).Statement) {
      job.addToRolePolicy(PolicyStatement.fromJson(statement));
    }
    new Rule(this, `${name}Schedule`, {
      schedule: Schedule.rate(every),
      targets: [new LambdaFunction(job, { event: RuleTargetInput.fromObject(event) })],
    });
  }
}
