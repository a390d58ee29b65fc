. "$HOME/.bashrc"
