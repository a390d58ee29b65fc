/** Classes of objects that phrases name in angle brackets, as predicates over a word. */
export const objectClasses: Readonly<Record<string, (word: string) => boolean>> = {
  root: (word) => /^\/\*?$/.test(word),
  home: (word) => /^(?:~|\$home|\$\{home\}|\/root|\/home|\/users)(?:\/(?:[^/\s]*|\*)?)?$/i.test(word),
  'system-path': (word) =>
    /^\/(?:etc|usr|bin|sbin|boot|lib(?:32|64)?|var|sys|proc|dev|root|home|opt|srv|mnt|media)(?:\/|$)|^[a-z]:\\(?:windows|users|program files)|^c:\\?$/i.test(
      word,
    ) && !/^\/(?:var\/tmp|dev\/(?:null|shm|stdout|stderr|stdin))/.test(word),
  device: (word) => /^\/dev\/(?:sd|nvme|vd|hd|xvd|mmcblk|disk|mapper|md)\w*/.test(word),
  credential: (word) =>
    (/(?:^|\/)(?:\.env(?:\.[\w-]+)?|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.my\.cnf|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]*credentials?(?:\.(?:json|ya?ml|txt|csv|ini|toml|db|xml))?|shadow|gshadow|master\.key|service-account[\w-]*\.json|secrets?\.(?:json|ya?ml|toml|env)|[\w-]+\.(?:pem|p12|pfx|key|keystore|jks|kdbx|ppk))$/i.test(
      word,
    ) &&
      /[./~]|id_/.test(word) &&
      !/\.(?:example|sample|template|dist|pub)$/i.test(word)) ||
    /(?:^|\/)\.(?:aws|ssh|gnupg|kube|azure)(?:\/|$)|\.docker\/config\.json|\.config\/(?:gcloud|gh)(?:\/|$)/.test(word),
  'startup-file': (word) =>
    /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|xinitrc|xprofile|inputrc)$|config\.fish$|^\/etc\/(?:profile|rc\.local|cron|init\.d|systemd|ld\.so\.preload|sudoers|environment)/i.test(
      word,
    ),
  url: (word) =>
    /^(?:https?|ftp|s3|wss?|scp|sftp):\/\/|^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|^[\w-]+(?:\.[\w-]+)*\.(?:com|net|io|org|sh|dev|xyz|ru|cc|me|example|site|info|app|onion)(?:[:/]|$)|^[\w.-]+@[\w-]+\.[\w.-]+$/i.test(
      word,
    ),
};
