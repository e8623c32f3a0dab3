// The name under which a picture or an export of a workspace is saved.

import { type ExportFormat, extensionOf, type PictureFormat } from '@tessera/contract'

/** Removes characters that file systems do not accept: separators, control characters, and a dot at either end. */
export function fileNameOf(workspaceName: string, format: ExportFormat | PictureFormat): string {
  const name = workspaceName
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]+/g, '-')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...name].slice(0, 120).join('') || 'board'}.${extensionOf(format)}`
}
