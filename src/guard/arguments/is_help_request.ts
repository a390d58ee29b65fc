import type { EffectiveOptions } from './effective_options.js';
import { canBeOptionValue } from './is_dry_run.js';

/** Programs that treat `--help` as any other word, or run something all the same. */
const NO_HELP =
  /^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/;

/** Programs whose first word is a verb: `help` and `completion` cannot be files, hosts or processes. */
const WITH_VERBS =
  /^(git|hg|svn|jj|gh|glab|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|eksctl|kops|argocd|flux|istioctl|velero|nomad|consul|vault|bao|etcdctl|terraform|tofu|terragrunt|pulumi|cdk|serverless|sls|sam|aws|gcloud|gsutil|bq|az|doctl|hcloud|fly|flyctl|heroku|vercel|netlify|firebase|wrangler|railway|supabase|rclone|restic|borg|kopia|op|doppler|bw|nats|rpk|cosign|crane|oras|ngrok|cloudflared|tailscale|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|prisma|rails|artisan)$/;

/** Programs whose long options have one dash. */
const ONE_DASH = /^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;

/**
 * Returns true if a program only prints help: `--help` where an option can stand, unless it may be the value of
 * another; `help` as the first word or, for aws, the last; `completion bash`.
 */
export function isHelpRequest(program: string, { parsed: { flags, operands }, words }: EffectiveOptions): boolean {
  if (NO_HELP.test(program) || words.some((word) => /^--?help=/.test(word))) return false;
  if (flags.some((flag) => flag === '--help' || (flag === '-help' && ONE_DASH.test(program))))
    return words.some((word, at) => /^--?help$/.test(word) && !canBeOptionValue(program, words, at));
  if (words.length === 1 && words[0] === '--version') return true;
  if (!WITH_VERBS.test(program)) return false;
  const [first, second] = operands.map(({ text }) => text);
  if (first === 'completion' && /^(bash|zsh|fish|powershell|pwsh)$/.test(second ?? '')) return true;
  return first === 'help' || (program === 'aws' && operands.at(-1)?.text === 'help');
}
