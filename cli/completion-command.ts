// Prints a script that completes commands and options in a shell.

import { type Command, defineCommand, UsageError } from './command.ts'
import { optionsOf } from './read-arguments.ts'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** A function, because the list includes this command. */
export const completionFor = (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: 'completion',
    group: 'Account',
    usage: 'completion <bash|zsh|fish>',
    summary:
      'prints a script for your shell that completes commands and options. bash: eval "$(tessera completion bash)" in ' +
      '~/.bashrc. zsh: the same with zsh in ~/.zshrc. fish: tessera completion fish > ~/.config/fish/completions/tessera.fish',
    isLocal: true,
    positionals: ['shell'],
    async run({ stdout }, _values, [shell = '']) {
      if (!Object.hasOwn(shells, shell))
        throw new UsageError(`The shell must be one of ${Object.keys(shells).join(', ')}.`)
      stdout.write(shells[shell as keyof typeof shells](commands()))
    },
  })

const firstWords = (commands: readonly Command[]) => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] as string)),
  'help',
]

/** What may follow each first word: the second words of the commands, and their options. */
function followers(commands: readonly Command[]): [word: string, next: string[]][] {
  return firstWords(commands).map(word => {
    const members = commands.filter(({ name }) => name === word || name.startsWith(`${word} `))
    const second = members.flatMap(({ name }) => name.split(' ')[1] ?? [])
    const options = members.flatMap(command => Object.keys(optionsOf(command)).map(name => `--${name}`))
    return [word, [...new Set([...second, ...options, '--help'])]]
  })
}

function bashScript(commands: readonly Command[]): string {
  const cases = followers(commands).map(([word, next]) => `    ${word}) words="${next.join(' ')}" ;;`)
  return `_tessera() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords(commands).join(' ')} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tessera tessera
`
}

/** zsh runs the completions of bash. */
function zshScript(commands: readonly Command[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
}

function fishScript(commands: readonly Command[]): string {
  const first = firstWords(commands).join(' ')
  const lines = followers(commands).map(
    ([word, next]) => `complete -c tessera -n '__fish_seen_subcommand_from ${word}' -a '${next.join(' ')}'`,
  )
  return [`complete -c tessera -f -n __fish_use_subcommand -a '${first}'`, ...lines, ''].join('\n')
}
