// The picture for a query, fetched again shortly after the query has changed. The last one stays until the next has
// arrived.

import { useEffect, useState } from 'react'
import { describeFailure } from '../../../ui/use-action.ts'
import { fetchPicture, type PictureQuery } from '../../actions/exporting/fetch-picture.ts'
import { useBoard } from '../../state/board.ts'

export interface FetchedPicture {
  readonly picture: Blob | null
  /** The query that returned it. */
  readonly query: PictureQuery | null
  readonly isLoading: boolean
  readonly error: string | null
}

const restMs = 150
const nothing: FetchedPicture = { picture: null, query: null, isLoading: false, error: null }

/** Nothing is fetched for null. */
export function useFetchedPicture(query: PictureQuery | null): FetchedPicture {
  const board = useBoard()
  const [fetched, setFetched] = useState<FetchedPicture>(nothing)
  const key = query && JSON.stringify(query)
  useEffect(() => {
    if (key === null) return setFetched(nothing)
    const abort = new AbortController()
    const asked: PictureQuery = JSON.parse(key)
    setFetched(before => ({ ...before, isLoading: true, error: null }))
    const timer = setTimeout(() => {
      fetchPicture(board, asked, abort.signal).then(
        picture => setFetched({ picture, query: asked, isLoading: false, error: null }),
        async failure => {
          if (abort.signal.aborted) return
          const error = await describeFailure(failure)
          if (!abort.signal.aborted) setFetched({ ...nothing, error })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [board, key])
  return fetched
}

/** The address of a file in the memory of the browser, for as long as it is shown. */
export function useObjectUrl(content: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!content) return setUrl(null)
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url
}
