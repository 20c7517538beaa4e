/** Content of a download call (specification §7, Helpers): the bytes, or an answer with a PDF in base64. */
export type Downloaded = Blob | ArrayBuffer | { data: { fileBase64: string } }

const PDF = 'application/pdf'

const blobOf = (content: Downloaded): Blob => {
  if ('data' in content) return new Blob([Uint8Array.from(atob(content.data.fileBase64), (char) => char.charCodeAt(0))], { type: PDF })
  return 'byteLength' in content ? new Blob([content]) : content
}

/** Time for the browser to read the file before its object URL is revoked, in ms. */
const KEEP_MS = 60_000

/** Saves a file on the user's computer under this name. */
export function saveFile(content: Downloaded, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blobOf(content))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
