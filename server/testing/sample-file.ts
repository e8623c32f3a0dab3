// Small real files of every type we take, written by other programs, for tests. The .doc and .ppt are containers
// with the right streams but without content that could be shown.
import { readFile } from 'node:fs/promises'

export function readSample(name: string): Promise<Buffer> {
  return readFile(new URL(`./samples/${name}`, import.meta.url))
}
