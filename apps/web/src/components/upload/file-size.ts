const KB = 1000
const MB = KB * KB

const hundredthsText = (hundredths: number): string => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

/** «840.00 KB», «2.00 MB»: KB under 1 MB, base 1000, two decimals (specification §9). */
export const fileSizeText = (bytes: number): string => {
  const [unit, name] = bytes < MB ? [KB, 'KB'] : [MB, 'MB']
  return `${hundredthsText(Math.round((bytes * 100) / unit))} ${name}`
}
