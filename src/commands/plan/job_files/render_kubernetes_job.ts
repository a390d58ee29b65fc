import { stringify } from 'yaml';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import {
  createJobName,
  createReportArguments,
  createShardArguments,
  type JobFileRequest,
  SHARD_FOLDER,
} from './job_file_request.js';

/** Most pods that run side by side, unless the file is edited. */
const PARALLEL_PODS = 20;

/** Folder of the volume that holds the repository, the plan and the results. */
const STUDY_FOLDER = '/study';

/**
 * Renders two jobs of Kubernetes: an indexed one with a pod per shard, and a suspended one that reports.
 *
 * Both work in a volume claim named `gatebench`, which holds a clone of the repository with the plan. Providers' keys
 * come from a secret named `gatebench`, if there is one, and reach the shards only. A pod may make namespaces, which
 * the sandbox needs, and has no other rights.
 */
export function renderKubernetesJob(request: JobFileRequest): string {
  const name = createJobName(request.name);
  const shard =
    'shard=`expr "$JOB_COMPLETION_INDEX" + 1`; ' +
    `exec "$@" --shard "$shard/${request.shards}" --out "${SHARD_FOLDER}/$shard"`;
  const shards = createJob(`${name}-shards`, {
    completions: request.shards,
    parallelism: Math.min(request.shards, PARALLEL_PODS),
    completionMode: 'Indexed',
    // One shard that is lost for good does not end the others.
    backoffLimitPerIndex: 2,
    maxFailedIndexes: request.shards,
    podFailurePolicy: {
      rules: [
        // A pod that its node lost, or that was displaced, is no failed try.
        { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        // What gatebench itself concluded would be concluded again: a defect, a mistake, an undecided shard.
        { action: 'FailIndex', onExitCodes: { operator: 'In', values: [1, 2, 3] } },
      ],
    },
    template: createPod(request, ['sh', '-c', shard, 'gatebench-shard', ...createShardArguments(request)], true),
  });
  const report = createJob(`${name}-report`, {
    suspend: true,
    backoffLimit: 0,
    template: createPod(request, createReportArguments(request), false),
  });
  return [shards, report].map((job) => stringify(job, { lineWidth: 0 })).join('---\n');
}

const createJob = (name: string, spec: object) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec });

function createPod({ image }: JobFileRequest, command: readonly string[], runs_agents: boolean) {
  return {
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      // The unmasked /proc that the sandbox needs is allowed in a user namespace of the pod only.
      ...omitUndefined({ hostUsers: runs_agents ? false : undefined }),
      containers: [
        {
          name: 'gatebench',
          image,
          command: command.map(escapeReference),
          workingDir: STUDY_FOLDER,
          ...(runs_agents
            ? {
                envFrom: [{ secretRef: { name: 'gatebench', optional: true } }],
                resources: { requests: { cpu: '2', memory: '4Gi' } },
                securityContext: {
                  procMount: 'Unmasked',
                  seccompProfile: { type: 'Unconfined' },
                  appArmorProfile: { type: 'Unconfined' },
                },
              }
            : {}),
          volumeMounts: [{ name: 'study', mountPath: STUDY_FOLDER }],
        },
      ],
      volumes: [{ name: 'study', persistentVolumeClaim: { claimName: 'gatebench' } }],
    },
  };
}

/** Escapes the references `$(NAME)` that Kubernetes puts values in place of. */
const escapeReference = (word: string) => word.replaceAll('$', '$$$$');
