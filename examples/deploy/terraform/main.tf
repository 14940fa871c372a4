# Two functions, schedules that call them, and alarms: what lambda/template.yaml has, as a module of Terraform.
#
#   module "evenkeel" {
#     source      = "./terraform"
#     jar         = "evenkeel.jar"
#     policy      = "policy.json" # evenkeel iam --account 123456789012 --region eu-central-1 > policy.json
#     alarm_topic = aws_sns_topic.alarms.arn
#   }
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

locals {
  jobs = {
    tables = {
      handler  = "dev.evenkeel.jobs.lambda.TablesHandler"
      schedule = "rate(15 minutes)"
      period   = 900
    }
    sweep = {
      handler  = "dev.evenkeel.jobs.lambda.SweepHandler"
      schedule = "rate(1 hour)"
      period   = 3600
    }
  }
}

data "aws_iam_policy_document" "lambda" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "jobs" {
  name               = var.name
  assume_role_policy = data.aws_iam_policy_document.lambda.json
}

resource "aws_iam_role_policy" "jobs" {
  role   = aws_iam_role.jobs.id
  policy = file(var.policy)
}

resource "aws_iam_role_policy_attachment" "logs" {
  role       = aws_iam_role.jobs.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_lambda_function" "job" {
  for_each         = local.jobs
  function_name    = "${var.name}-${each.key}"
  role             = aws_iam_role.jobs.arn
  handler          = each.value.handler
  runtime          = "java17"
  architectures    = ["arm64"]
  filename         = var.jar
  source_code_hash = filebase64sha256(var.jar)
  memory_size      = 512
  # Runs are sliced by this: they wait no longer than what is left, and the next goes on.
  timeout                        = 600
  reserved_concurrent_executions = 1
  environment {
    variables = {
      EVENKEEL_CONFIG  = "/var/task/evenkeel.yaml"
      EVENKEEL_METRICS = "EMF"
    }
  }
}

# The next run is the retry.
resource "aws_lambda_function_event_invoke_config" "job" {
  for_each               = local.jobs
  function_name          = aws_lambda_function.job[each.key].function_name
  maximum_retry_attempts = 0
}

resource "aws_cloudwatch_event_rule" "job" {
  for_each            = local.jobs
  name                = "${var.name}-${each.key}"
  schedule_expression = each.value.schedule
}

resource "aws_cloudwatch_event_target" "job" {
  for_each = local.jobs
  rule     = aws_cloudwatch_event_rule.job[each.key].name
  arn      = aws_lambda_function.job[each.key].arn
  input    = jsonencode({ "delete" = var.deletes })
}

resource "aws_lambda_permission" "job" {
  for_each      = local.jobs
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.job[each.key].function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.job[each.key].arn
}

resource "aws_cloudwatch_metric_alarm" "fails" {
  for_each            = local.jobs
  alarm_name          = "${var.name}-${each.key}-fails"
  namespace           = "AWS/Lambda"
  metric_name         = "Errors"
  dimensions          = { FunctionName = aws_lambda_function.job[each.key].function_name }
  statistic           = "Sum"
  period              = each.value.period
  evaluation_periods  = 2
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = [var.alarm_topic]
}

# What never runs never fails.
resource "aws_cloudwatch_metric_alarm" "does_not_run" {
  for_each            = local.jobs
  alarm_name          = "${var.name}-${each.key}-does-not-run"
  namespace           = "AWS/Lambda"
  metric_name         = "Invocations"
  dimensions          = { FunctionName = aws_lambda_function.job[each.key].function_name }
  statistic           = "Sum"
  period              = each.value.period
  evaluation_periods  = 4
  threshold           = 1
  comparison_operator = "LessThanThreshold"
  treat_missing_data  = "breaching"
  alarm_actions       = [var.alarm_topic]
}
