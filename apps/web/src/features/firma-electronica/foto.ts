import { FIRMA_FOTO_MIN_LADO } from '@yupana/contract'

import { whyNotFoto } from './revisar-foto.ts'

/** Longest side in px, enough to read an identity card. */
const LADO = 1_800
/** Longest side in px for measuring: enough to judge, and fast on a phone. */
const LADO_MEDIDO = 600

function draw(bitmap: ImageBitmap, lado: number): CanvasRenderingContext2D | undefined {
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  if (!paper) return undefined
  const scale = Math.min(1, lado / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  // JPEG has no transparency.
  paper.fillStyle = '#ffffff'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return paper
}

/** Makes a photograph smaller, without the phone's metadata; or returns why it must be taken again. */
export async function prepareFoto(file: File): Promise<File | string> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return 'La foto tiene que ser una imagen PNG o JPEG.'
  try {
    if (Math.min(bitmap.width, bitmap.height) < FIRMA_FOTO_MIN_LADO)
      return `La foto mide ${bitmap.width} × ${bitmap.height} píxeles y no se leería: su lado menor tiene que medir al menos ${FIRMA_FOTO_MIN_LADO}.`
    const [small, large] = [draw(bitmap, LADO_MEDIDO), draw(bitmap, LADO)]
    if (!small || !large) return file
    const problem = whyNotFoto(small.getImageData(0, 0, small.canvas.width, small.canvas.height))
    if (problem !== undefined) return problem
    const blob = await new Promise<Blob | null>((resolve) => large.canvas.toBlob(resolve, 'image/jpeg', 0.88))
    return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } finally {
    bitmap.close()
  }
}
