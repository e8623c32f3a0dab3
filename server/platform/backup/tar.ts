// The part of the tar format that a backup needs: plain files with short names. Any tar program can read the archives;
// links, long names and extensions are rejected, so a full tar library is not needed.

const blockLength = 512

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** The content can only be read before the next entry is requested. */
  readonly content: AsyncIterable<Buffer>
}

export async function* tarEntry(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield headerOf(name, size)
  let written = 0
  for await (const chunk of content) {
    written += chunk.length
    yield chunk
  }
  if (written !== size) throw new Error(`${name} should have ${size} bytes but has ${written}`)
  yield Buffer.alloc(padding(size))
}

export const tarEnd = () => Buffer.alloc(2 * blockLength)

export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.take(blockLength)
    if (isZero(header)) break
    const { name, size } = parseHeader(header)
    const content = bytes.upTo(size)
    yield { name, size, content }
    await drain(content)
    await bytes.take(padding(size))
  }
  if (!isZero(await bytes.take(blockLength))) throw new Error('its end marker is missing')
  await bytes.finish()
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(blockLength)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const field = (start: number, end: number) => header.toString('latin1', start, end).replace(/[\0 ].*$/s, '')
  const size = field(124, 136)
  if (field(257, 263) !== 'ustar' || Number.parseInt(field(148, 156), 8) !== checksum(header) || !/^[0-7]+$/.test(size))
    throw new Error('it contains an invalid header')
  return { name: field(0, 100), size: Number.parseInt(size, 8) }
}

// The sum of all bytes, with the checksum field counted as spaces.
function checksum(header: Buffer): number {
  const counted = Buffer.from(header).fill(' ', 148, 156)
  return counted.reduce((sum, byte) => sum + byte, 0)
}

const padding = (size: number) => (blockLength - (size % blockLength)) % blockLength

const isZero = (block: Buffer) => block.every(byte => byte === 0)

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.upTo(length)))
  }

  /** Yields the next `length` bytes in pieces. Iterating again continues where the last iteration stopped. */
  upTo(length: number): AsyncIterable<Buffer> {
    let missing = length
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      if (missing === 0) return { done: true, value: undefined }
      const piece = await this.#piece(missing)
      missing -= piece.length
      return { done: false, value: piece }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  // gunzip verifies its checksum only when it has been read to the end.
  async finish(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async #piece(atMost: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) throw new Error('it is truncated')
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, atMost)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }
}
