import { isServiceDeletion } from '../../../src/guard/effects/is_service_deletion.js';

/** Splits a line at blanks; quotes are none. */
function isDeletion(line: string): boolean {
  const [program = '', ...words] = line.split(' ');
  return isServiceDeletion(program, { path: program, args: words.map((text) => ({ text, glob: false })) });
}

// Holds A5
describe('a client of a remote service destroys what the service keeps', () => {
  it.each([
    'doctl compute droplet delete web',
    'aws sns delete-topic --topic-arn a',
    'aliyun ecs DeleteInstance --InstanceId i',
    'ibmcloud ks cluster-delete web',
    'rabbitmqctl clear_permissions -p / u',
    'dokku apps:destroy web',
    'govc vm.destroy web',
    'hcloud --context prod server delete web',
    'fly -a web destroy',
    'stripe subscriptions cancel s',
    'gh cache delete --all',
    'koyeb app delete x',
  ])('%s', (line) => {
    expect(isDeletion(line)).toBe(true);
  });

  it.each([
    'rm delete',
    'gh issue create delete',
    'nats pub delete hello',
    'argo logs delete-wf',
    'aws logs describe-log-groups delete',
    'aws s3 cp delete.txt s3://b/delete.txt',
    'gcloud config unset project',
    'wp cache delete a',
    'heroku logs -a destroy',
    'fly status -a destroy',
    'gh alias delete co',
  ])('not: %s', (line) => {
    expect(isDeletion(line)).toBe(false);
  });
});
