// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('programs that take commands as arguments are read', () => {
  it.each<[string, string[]]>([
    ["tar cf x --checkpoint-action=exec='rm x' a", ['tar cf x --checkpoint-action=exec=rm x a', 'tar: rm x']],
    ['rsync -e \'sh -c "rm x"\' a b', ['rsync -e sh -c "rm x" a b', 'rsync: sh -c', 'rsync: sh: rm x']],
    ["vim -c '!rm x' -c q", ['vim -c !rm x -c q', 'vim: rm x']],
    ["sed -n '1e rm x' f", ['sed -n 1e rm x f', 'sed: rm x']],
    ["sed 's/a/rm x/e' f", ['sed s/a/rm x/e f', 'sed: rm x']],
    ["sed -i 's/exec/e/' f", ['sed -i s/exec/e/ f']],
    ["make -f - <<'E'\na:\n\t@rm -rf /\nE", ['make -f -', 'make: rm -rf /']],
    ["make SHELL='rm x'", ['make SHELL=rm x', 'make: rm x']],
    ["ssh h 'rm -rf /'", ['ssh h', 'ssh: rm -rf /']],
    ['ssh -t h -- sudo rm x', ['ssh -t h --', 'ssh: sudo: rm x']],
    ["ssh -p 22 u@h <<'E'\nrm x\nE", ['ssh -p 22 u@h', 'ssh: rm x']],
    ['ssh h bash -s < s.sh', ['ssh h read=s.sh', 'ssh: bash -s read=s.sh']],
    ["ssh -o ProxyCommand='rm x' h", ['ssh -o ProxyCommand=rm x h', 'ssh: rm x']],
    ['docker exec -u root web rm x', ['docker exec -u root web rm x', 'docker: rm x']],
    ['docker compose exec -T db rm x', ['docker compose exec -T db rm x', 'docker: rm x']],
    ['docker run --rm -v /:/h alpine rm -rf /h', ['docker run --rm -v /:/h alpine rm -rf /h', 'docker: rm -rf /h']],
    [
      'docker run --entrypoint rm alpine -rf /x',
      ['docker run --entrypoint rm alpine -rf /x', 'docker: closed-container: rm -rf /x'],
    ],
    [
      "kubectl exec -it p -c c -- sh -c 'rm x'",
      ['kubectl exec -it p -c c -- sh -c rm x', 'kubectl: sh -c', 'kubectl: sh: rm x'],
    ],
    ['npm exec -- rimraf x', ['npm exec -- rimraf x', 'npm: rimraf x']],
    ['npm test', ['npm test']],
    ['poetry run rm x', ['poetry run rm x', 'poetry: rm x']],
    ['conda run -n e rm x', ['conda run -n e rm x', 'conda: rm x']],
    ["at now <<< 'rm x'", ['at now', 'at: rm x']],
    ["tmux new-session -d 'rm x'", ['tmux new-session -d rm x', 'tmux: rm x']],
    ["tmux send-keys -t 0 'rm x' Enter", ['tmux send-keys -t 0 rm x Enter', 'tmux: rm x']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
