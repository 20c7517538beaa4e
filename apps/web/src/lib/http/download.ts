import { downloadDescarga, pathOf, type Descarga } from '@yupana/contract'

import { settings } from '../pagina/settings.ts'

/** The browser itself takes the file of a ticket, under the name that the answer bears: the page holds nothing of it, however large. */
export function download({ ticket }: Descarga): void {
  const link = document.createElement('a')
  link.href = `/${settings.segmento}${pathOf(downloadDescarga, { ticket })}`
  link.download = ''
  link.click()
}
