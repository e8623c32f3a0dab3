// The preview of an export: the picture itself if it is small enough, otherwise a smaller one; and the size of the
// file. It can be dragged out of the window.

import { formats, hasPixels, isPictureFormat } from '@tessera/contract/formats'
import type { DragEvent } from 'react'
import { currentLanguage } from '../../../messages/language.ts'
import { formatBytes } from '../../../ui/format-amount.ts'
import type { Size } from '../../actions/exporting/picture-request.ts'
import type { ExportChoice } from '../../state/export-choice.ts'
import { useExportMessages } from './export-messages.ts'
import { useObjectUrl } from './use-fetched-picture.ts'

interface ExportPreviewProps {
  readonly choice: ExportChoice
  /** The picture that is shown. */
  readonly picture: Blob | null
  /** The file as it would be saved, if it is known. */
  readonly file: Blob | null
  readonly fileName: string
  readonly size: Size | null
  readonly count: number
  readonly isLoading: boolean
  readonly error: string | null
}

export function ExportPreview(props: ExportPreviewProps) {
  const { choice, picture, file, fileName, size, count, isLoading, error } = props
  const messages = useExportMessages()
  const url = useObjectUrl(picture)
  const fileUrl = useObjectUrl(file)
  const isPicture = isPictureFormat(choice.format)
  const number = (value: number) => new Intl.NumberFormat(currentLanguage()).format(value)
  const measures = [
    size &&
      isPicture &&
      (hasPixels(choice.format) ? messages.pixels : messages.units)(number(size.width), number(size.height)),
    messages.objects(number(count), count === 1),
    file && formatBytes(file.size),
  ]
  function drag(event: DragEvent) {
    if (fileUrl && file) event.dataTransfer.setData('DownloadURL', `${file.type}:${fileName}:${fileUrl}`)
  }
  return (
    <figure className="export-preview" aria-label={messages.preview} aria-busy={isLoading}>
      <div className={`export-preview-ground export-preview-${isPicture ? choice.background : 'file'}`}>
        {!isPicture && <FileSign choice={choice} />}
        {isPicture && url && (
          <img
            className={isLoading ? 'is-stale' : ''}
            src={url}
            alt={`${messages.preview}: ${fileName}`}
            draggable={file !== null}
            onDragStart={drag}
          />
        )}
        {isPicture && !url && !error && <p className="export-preview-note">{messages.drawing}</p>}
        {error && (
          <p role="alert" className="export-preview-note export-preview-fault">
            {error}
          </p>
        )}
      </div>
      <figcaption>
        <strong>{fileName}</strong>
        <span role="status">{measures.filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  )
}

function FileSign({ choice }: { choice: ExportChoice }) {
  return (
    <div className="export-file">
      <svg viewBox="0 0 64 80" aria-hidden="true">
        <path d="M6 4h34l18 18v54H6z" />
        <path d="M40 4v18h18" />
        <path d="M16 36h32M16 46h32M16 56h22" />
      </svg>
      <strong>{formats[choice.format].title}</strong>
    </div>
  )
}
