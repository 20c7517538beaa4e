import { PRODUCTO_IMAGEN_LADO } from '@yupana/contract'

/** A picture drawn anew within the stored size, so that a phone's photograph is small to send. Undefined if the file is no picture. */
export async function shrunk(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')
  if (!bitmap || !paper) return undefined
  const scale = Math.min(1, PRODUCTO_IMAGEN_LADO / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  // JPEG has no transparency.
  paper.fillStyle = '#ffffff'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob ? new File([blob], 'producto.jpg', { type: 'image/jpeg' }) : undefined
}
