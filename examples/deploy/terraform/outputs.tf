output "functions" {
  description = "The ARNs of the functions, by job."
  value       = { for name, job in aws_lambda_function.job : name => job.arn }
}

output "role" {
  description = "The ARN of the role of both."
  value       = aws_iam_role.jobs.arn
}
