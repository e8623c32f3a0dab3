// Ends everything that a run has started when the run ends, even if it is killed: a shell holds the list of processes and
// folders, and acts when its standard input is closed.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const program = `
  processes=" " folder="" mounts=""
  while read -r word value; do
    case $word in
      start) processes="$processes$value " ;;
      end) processes=$(printf %s "$processes" | sed "s/ $value / /") ;;
      folder) folder=$value ;;
      mount) mounts="$mounts $value" ;;
    esac
  done
  for process in $processes; do kill -KILL "$process" 2>/dev/null; done
  for mount in $mounts; do umount -l "$mount" 2>/dev/null; done
  [ -n "$folder" ] || exit 0
  for try in 1 2 3 4 5; do rm -rf "$folder" 2>/dev/null && exit 0; sleep 0.3; done`

export class Reaper {
  readonly #shell: ChildProcess

  /** `folder` is removed at the end. */
  constructor(folder: string) {
    // It runs in a separate session: Ctrl-C reaches the run, but not the shell that cleans up after it.
    this.#shell = spawn('sh', ['-c', program], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    this.#shell.stdin?.on('error', () => {})
    this.#tell(`folder ${folder}`)
  }

  watch(child: ChildProcess): void {
    const { pid } = child
    if (pid === undefined) return
    this.#tell(`start ${pid}`)
    child.once('exit', () => this.#tell(`end ${pid}`))
  }

  unmount(path: string): void {
    this.#tell(`mount ${path}`)
  }

  async close(): Promise<void> {
    const ended = once(this.#shell, 'exit')
    this.#shell.stdin?.end()
    await ended
  }

  #tell(line: string): void {
    this.#shell.stdin?.write(`${line}\n`)
  }
}
