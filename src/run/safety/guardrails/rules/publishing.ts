import type { RuleSource } from '../rule.js';

/** What everybody can install or pull afterwards. */
export const publishingRules: readonly RuleSource[] = [
  {
    id: 'publish-package',
    category: 'publishing',
    severity: 'severe',
    trust: 3,
    explanation: 'What is published cannot be taken back. Build the package; a person publishes it.',
    match: [
      {
        program: ['npm', 'pnpm', 'bun', 'jsr', 'deno', 'npmpub', 'np', 'rush'],
        subcommand: ['publish', 'pub', 'stage publish'],
      },
      {
        program: ['yarn'],
        subcommand: ['publish', 'npm publish', 'workspaces foreach npm publish'],
      },
      {
        program: ['np', 'semantic-release', 'release-it', 'standard-version-publish'],
        flags: { none: ['--help', '--version', '--preview'] },
      },
      {
        program: ['lerna', 'changeset', 'auto', 'nx', 'beachball'],
        subcommand: ['publish', 'shipit', 'release publish', 'release'],
      },
      {
        program: ['cargo'],
        subcommand: ['publish', 'yank', 'owner', 'release'],
        flags: { none: ['--list', '-l', '--help'] },
      },
      { program: ['twine'], subcommand: ['upload'], args: { none: ['testpypi'] } },
      {
        program: ['poetry', 'flit', 'hatch', 'pdm', 'uv', 'maturin'],
        subcommand: ['publish', 'upload'],
      },
      { program: ['python'], args: { any: ['upload'] }, subcommand: ['setup.py'] },
      { program: ['gem'], subcommand: ['push', 'yank', 'owner'] },
      { program: ['rake', 'bundle'], args: { any: ['release', 'release:rubygem_push'] } },
      {
        program: ['mvn', 'mvnw'],
        args: { any: ['deploy', 'release:perform', 'deploy:deploy*', 'nexus-staging:release'] },
      },
      {
        program: ['gradle', 'gradlew'],
        args: {
          any: [
            'publish',
            '*:publish',
            'publishAllPublications*',
            'publishPlugins',
            'uploadArchives',
            'publishTo*Repository',
            'closeAndRelease*',
            'publishAndRelease*',
          ],
          none: ['publishToMavenLocal'],
        },
      },
      { program: ['sbt'], args: { any: ['publish', 'publishSigned', 'sonatype*'] } },
      { program: ['dotnet', 'nuget'], subcommand: ['nuget push', 'push', 'nuget delete', 'delete'] },
      { program: ['pod'], subcommand: ['trunk push', 'repo push', 'trunk delete'] },
      { program: ['vsce', 'ovsx'], subcommand: ['publish', 'unpublish'] },
      { program: ['goreleaser'], subcommand: ['release'], flags: { none: ['--snapshot', '--skip-publish', '--skip'] } },
      { program: ['mix'], subcommand: ['hex.publish'] },
      { program: ['dart', 'flutter'], subcommand: ['pub publish'] },
      { program: ['anaconda', 'conda'], subcommand: ['upload'] },
      {
        program: ['clojure', 'lein', 'cabal', 'stack', 'opam', 'luarocks', 'cpan-upload', 'elm', 'conan'],
        subcommand: ['deploy', 'upload', 'publish'],
      },
      { program: ['snapcraft', 'charmcraft'], subcommand: ['upload', 'push', 'release'] },
      { program: ['wasm-pack'], subcommand: ['publish'] },
      {
        program: ['gh', 'glab'],
        subcommand: ['release create', 'release upload', 'release edit'],
        flags: { none: ['--draft', '-d'] },
      },
    ],
    examples: {
      matches: ['npm publish', 'cargo publish --allow-dirty', 'twine upload dist/*', 'gem push a.gem', 'mvn deploy'],
      passes: [
        'npm publish --dry-run',
        'npm pack',
        'cargo build --release',
        'gradle publishToMavenLocal',
        'npm run publish-docs',
      ],
    },
  },
  {
    id: 'unpublish-package',
    category: 'publishing',
    severity: 'severe',
    trust: 4,
    explanation: 'This takes away or redirects what others install. Ask the person who owns the package.',
    match: [
      {
        program: ['npm', 'pnpm', 'yarn'],
        subcommand: [
          'unpublish',
          'deprecate',
          'owner add',
          'owner rm',
          'access public',
          'access restricted',
          'access grant',
          'access revoke',
          'access set',
          'access edit',
          'access 2fa-*',
          'dist-tag add',
          'dist-tag rm',
          'team create',
          'team destroy',
          'team add',
          'team rm',
          'npm tag add',
          'hook add',
          'hook rm',
          'hook update',
          'org set',
          'org rm',
        ],
      },
    ],
    examples: {
      matches: ['npm unpublish a --force', 'npm owner add eve a'],
      passes: [
        'npm owner ls a',
        'npm view a',
        'npm org ls acme',
        'npm access list packages',
        'npm unpublish a --dry-run',
      ],
    },
  },
  {
    id: 'push-image',
    category: 'publishing',
    severity: 'severe',
    trust: 3,
    explanation: 'This publishes an image. Build it; a person or the pipeline pushes it.',
    match: [
      {
        program: ['docker', 'podman', 'nerdctl', 'buildah', 'img'],
        subcommand: ['push', 'image push', 'manifest push', 'compose push'],
        args: { none: ['localhost*', '127.0.0.1*', '*.local*', 'registry:5000*'] },
      },
      { program: ['docker'], subcommand: ['buildx build', 'build', 'buildx bake'], flags: { any: ['--push'] } },
      { program: ['docker-compose'], subcommand: ['push'] },
      {
        program: ['helm', 'oras', 'crane', 'regctl', 'ko', 'cosign'],
        subcommand: ['push', 'cm-push', 'copy', 'delete', 'manifest delete', 'tag'],
      },
      { program: ['skopeo'], subcommand: ['copy', 'delete', 'sync'], args: { any: ['docker://*'] } },
    ],
    examples: {
      matches: ['docker push acme/app:1', 'docker buildx build --push -t a .', 'helm push a.tgz oci://r'],
      passes: ['docker build -t a .', 'docker push localhost:5000/a', 'docker pull alpine'],
    },
  },
];
