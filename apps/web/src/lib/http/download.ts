import { downloadDescarga, pathOf, type Descarga } from '@yupana/contract'

import { settings } from '../pagina/settings.ts'

/** Has the browser download the file of a ticket, named by the answer: the page keeps none of it in memory. */
export function download({ ticket }: Descarga): void {
  const link = document.createElement('a')
  link.href = `/${settings.segmento}${pathOf(downloadDescarga, { ticket })}`
  link.download = ''
  link.click()
}
