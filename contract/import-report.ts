// What the report of an import says, as codes with their English words: programs branch on the code, and pages translate it.
// Readers of formats name a code and count; they never write words of their own.

/** What could not be taken over as it was. `why` says what was done instead. */
// biome-ignore format: a table
export const importNotices = {
  // Fitted to the limits of the contract, whatever the format.
  text_shortened:        { what: 'Texts that are too long',                       why: 'they were shortened' },
  number_limited:        { what: 'Numbers out of range',                          why: 'the nearest possible value was taken' },
  value_replaced:        { what: 'Properties with an unknown value',              why: 'the default was taken' },
  points_reduced:        { what: 'Drawn lines with too many points',              why: 'some points were left out' },
  end_missing:           { what: 'Connectors to something that is not in the file', why: 'their ends are free' },
  file_missing:          { what: 'Images and documents that are not in the file', why: 'a placeholder shows where they were' },
  file_unreadable:       { what: 'Files that are neither an image nor a document that can be shown', why: 'a placeholder shows where they were' },
  object_unknown:        { what: 'Objects of an unknown kind',                    why: 'a placeholder shows where they were' },
  // Formats of Tessera, JSON Canvas, CSV and Markdown.
  comment_by_other:      { what: 'Comments of other people',                      why: 'they are in your name and begin with the name of their author' },
  comments_not_allowed:  { what: 'Comments',                                      why: 'the token does not allow comments' },
  comment_target_missing: { what: 'Comments on something that is not in the file', why: 'they were left out' },
  picture_reduced:       { what: 'Images and documents',                          why: 'the archive has smaller pictures instead of the original files' },
  background_image:      { what: 'Background images of groups',                   why: 'canvases have no background image' },
  color_replaced:        { what: 'Colors',                                        why: 'the most similar color was taken' },
  file_by_path:          { what: 'Files of a folder that was not imported',       why: 'a placeholder shows their name' },
  picture_by_address:    { what: 'Pictures at a web address',                     why: 'the address is shown as a web page' },
  row_empty:             { what: 'Empty rows',                                    why: 'they were left out' },
  group_flattened:       { what: 'Groups inside of groups',                       why: 'they became one group' },
  size_changed:          { what: 'Notes with a size of their own',                why: 'notes have one size, which was scaled' },
} as const satisfies Readonly<Record<string, { what: string; why: string }>>

export type ImportNotice = keyof typeof importNotices

/** Why an import failed. Nothing of the file is on the board then. */
export const importErrors = [
  'not_recognized',
  'damaged',
  'empty',
  'too_large',
  'too_deep',
  'too_many_objects',
  'too_slow',
  'crashes',
  'access_lost',
  'storage_full',
  'refused',
  'server_error',
] as const

export type ImportError = (typeof importErrors)[number]

export const importFormats = [
  'tessera',
  'excalidraw',
  'tldraw',
  'jsoncanvas',
  'csv',
  'markdown',
  'mermaid',
  'drawio',
] as const

export type ImportFormat = (typeof importFormats)[number]
