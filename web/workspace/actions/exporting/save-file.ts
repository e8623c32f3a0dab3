// Saves a file to the user's disk, as a download of the browser.

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads from an address of this server. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
