import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('libraries of clouds delete as their command lines do', () => {
  it.each([
    "python3 -c \"import boto3; boto3.resource('s3').Bucket('prod').objects.all().delete()\"",
    "python3 -c \"import boto3; boto3.client('ec2').terminate_instances(InstanceIds=['i-0'])\"",
    "node -e \"const {S3Client, DeleteBucketCommand}=require('@aws-sdk/client-s3'); new S3Client({}).send(new DeleteBucketCommand({Bucket:'prod'}))\"",
    'python3 -c "from google.cloud import storage; storage.Client().bucket(\'b\').delete(force=True)"',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('what they only look at is allowed', () => {
  it.each(['python3 -c "import boto3; print(boto3.client(\'ec2\').describe_instances())"'])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
