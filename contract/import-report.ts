// What the report of an import says, as codes with their English messages: programs branch on the code, and pages
// translate it. Readers of formats give a code and counts, never messages of their own.

/** What could not be taken over as it was. `why` says what was done instead. */
// biome-ignore format: a table
export const importNotices = {
  // Adapted to the limits of the contract, in any format.
  text_shortened:        { what: 'Text that is too long',                         why: 'it was shortened' },
  number_limited:        { what: 'Numbers out of range',                          why: 'the nearest allowed value was used' },
  value_replaced:        { what: 'Properties with an unknown value',              why: 'the default value was used' },
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
  color_replaced:        { what: 'Colors',                                        why: 'the most similar color was used' },
  file_by_path:          { what: 'Files of a folder that was not imported',       why: 'a placeholder shows their name' },
  picture_by_address:    { what: 'Pictures at a web address',                     why: 'the address is shown as a web page' },
  row_empty:             { what: 'Empty rows',                                    why: 'they were left out' },
  group_flattened:       { what: 'Groups inside of groups',                       why: 'they became one group' },
  size_changed:          { what: 'Notes with a custom size',                      why: 'all notes have the same size, so they were scaled' },
  // Formats of other drawing programs.
  fill_pattern:          { what: 'Hatched fills',                                 why: 'they are filled with their color' },
  font_replaced:         { what: 'Fonts that are not available',                  why: 'a similar font was used' },
  text_alignment:        { what: 'Centered or right-aligned texts',               why: 'they became shapes without a border, which can be aligned' },
  link_left_out:         { what: 'Links of objects that have no single line of text', why: 'only text can be a link' },
  opacity_left_out:      { what: 'Translucent images and drawings',               why: 'they became opaque' },
  page_without_address:  { what: 'Embedded pages without a web address',          why: 'a placeholder shows where they were' },
  line_without_points:   { what: 'Lines without points',                          why: 'there was nothing to draw' },
  filled_line:           { what: 'Filled lines and polygons',                     why: 'only their outline is drawn' },
  cap_replaced:          { what: 'Line ends of an unknown type',                  why: 'they are plain arrows' },
  pen_color:             { what: 'Colors of drawn lines',                         why: 'the most similar pen color was used' },
  form_replaced:         { what: 'Shapes of a form that is not available',        why: 'the most similar form was used' },
  board_enlarged:        { what: 'Sticky notes below the minimum size',           why: 'the whole board was enlarged, which keeps the layout' },
  media_left_out:        { what: 'Videos and other media',                        why: 'a placeholder shows where they were' },
  curve_bend:            { what: 'Bent arrows',                                   why: 'their bend is similar, not the same' },
  pages_beside:          { what: 'Pages',                                         why: 'they are beside each other, each on a canvas' },
  statement_left_out:    { what: 'Statements that are not part of a flowchart',   why: 'they were left out' },
  rich_text_reduced:     { what: 'Formatted texts',                               why: 'bold, italic, lists and links are kept, the rest is plain' },
  connector_without_end: { what: 'Connectors with a free end',                    why: 'the other service does not say where that is' },
  layer_hidden:          { what: 'Objects on hidden layers',                      why: 'they are visible' },
} as const satisfies Readonly<Record<string, { what: string; why: string }>>

export type ImportNotice = keyof typeof importNotices

/** Why an import failed. In that case nothing from the file is on the board. */
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
