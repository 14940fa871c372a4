variable "jar" {
  description = "The path of evenkeel.jar, with evenkeel.yaml in it: jar uf evenkeel.jar evenkeel.yaml"
  type        = string
}

variable "policy" {
  description = "The path of the policy that 'evenkeel iam' prints for the configuration."
  type        = string
}

variable "name" {
  description = "What the functions, the role and the schedules are called."
  type        = string
  default     = "evenkeel"
}

variable "deletes" {
  description = "Whether runs delete tables past their retention, and sweeps remove what nobody has."
  type        = bool
  default     = false
}

variable "alarm_topic" {
  description = "The ARN of the SNS topic that alarms go to."
  type        = string
}
