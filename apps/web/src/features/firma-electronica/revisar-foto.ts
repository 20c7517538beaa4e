/** Pixels of a picture as a canvas gives them: red, green, blue and opacity, one byte each. */
export interface Puntos {
  data: Uint8ClampedArray
  width: number
  height: number
}

const OSCURA = 45
const CLARA = 235
/** Mean difference of neighbours, twice over: a sheet of print that can be read has far more. */
const BORROSA = 6
const SIN_COLOR = 4

const greyAt = (data: Uint8ClampedArray, at: number) => 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)

interface Medida {
  brillo: number
  nitidez: number
  color: number
}

/** Brightness, sharpness and colour of a picture. */
export function measure({ data, width, height }: Puntos): Medida {
  let [brillo, color, cambios, seen] = [0, 0, 0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      const grey = greyAt(data, at)
      const around = greyAt(data, at - 4) + greyAt(data, at + 4) + greyAt(data, at - width * 4) + greyAt(data, at + width * 4)
      brillo += grey
      color += Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) - Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      cambios += (4 * grey - around) ** 2
      seen++
    }
  const n = Math.max(1, seen)
  return { brillo: brillo / n, color: color / n, nitidez: Math.sqrt(cambios / n) }
}

/** Reason why a photograph would be refused; undefined if it looks fine. */
export function whyNotFoto(puntos: Puntos): string | undefined {
  const { brillo, nitidez, color } = measure(puntos)
  if (brillo < OSCURA) return 'La foto está muy oscura. Tómela con más luz.'
  if (brillo > CLARA) return 'La foto tiene demasiada luz. Tómela sin flash ni reflejos.'
  if (color < SIN_COLOR) return 'La foto tiene que ser a color.'
  if (nitidez < BORROSA) return 'La foto está borrosa. Sostenga firme el teléfono y tómela otra vez.'
  return undefined
}
