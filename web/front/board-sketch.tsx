// An illustration of a board: notes on the mosaic and two cursors. It is hidden from screen readers, since the text
// beside it says the same.

import { useFrontMessages } from './front-messages.ts'
import { MosaicPicture } from './mosaic-picture.tsx'
import './board-sketch.css'

export function BoardSketch() {
  const { notes, people } = useFrontMessages().sketch
  return (
    <div className="sketch" aria-hidden="true">
      <MosaicPicture />
      {notes.map((text, index) => (
        <p key={text} className={`sketch-note sketch-note-${index + 1}`}>
          {text}
        </p>
      ))}
      {people.map((name, index) => (
        <span key={name} className={`sketch-cursor sketch-cursor-${index + 1}`}>
          <svg width="18" height="22" viewBox="0 0 18 22" aria-hidden="true">
            <path d="M2 2l13 9.500-6 1.200-3.200 6.300z" />
          </svg>
          <span>{name}</span>
        </span>
      ))}
    </div>
  )
}
