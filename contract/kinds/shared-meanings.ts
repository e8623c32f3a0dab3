// The meanings of fields that several kinds have.

// biome-ignore format: a table
export const meaning = {
  x:             'Distance of the left edge from the origin of the board, to the right',
  y:             'Distance of the top edge from the origin of the board, downwards',
  width:         'Width in board units',
  height:        'Height in board units',
  pin:           'True: it cannot be moved until it is unpinned',
  scale:         'Factor by which its natural size is multiplied',
  rotation:      'Degrees clockwise about its center, less than 360',
  text:          'Text in Markdown. Marks such as `**bold**` and `- item` format it',
  fontFamily:    'Font of the text',
  fontSize:      'Size of the text in pixels',
  fontColor:     'Color of the text, in hexadecimal: #rgb, #rgba, #rrggbb or #rrggbbaa',
  fontWeight:    'Weight of the text',
  fontStyle:     'Whether the text is italic',
  textTransform: 'Whether the text is shown in capital letters',
  reason:        'Why the file could not be processed, in English. Absent if it could',
  reasonCode:    'The same reason as a code, for programs. Absent if the file could be processed',
  lineStyle:     'Whether the line is solid, dashed or dotted',
} as const
