import { AVATAR_LADO } from '@yupana/contract'

/** The middle of a picture as a small square, drawn anew, so that only its pixels travel. Undefined if the file is no picture. */
export async function squareOf(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')
  if (!bitmap || !paper) return undefined
  const side = Math.min(bitmap.width, bitmap.height)
  canvas.width = canvas.height = Math.min(side, AVATAR_LADO)
  paper.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], 'avatar.png', { type: 'image/png' }) : undefined
}
