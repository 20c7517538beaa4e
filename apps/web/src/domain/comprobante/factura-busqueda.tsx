import { searchFactura, type ComprobanteFila, type PAGE_SIZES } from '@yupana/contract'
import { displayMonto, ESTADO_AUTORIZACION } from '@yupana/fiscal'

import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Authorised facturas by number, client, RUC or clave. @throws HttpError */
export const askFacturas = (q: string, signal?: AbortSignal): Promise<{ content: ComprobanteFila[] }> =>
  fetchData(searchFactura, { query: { page: 0, size: SIZE, q, tributario: ESTADO_AUTORIZACION.AUTORIZADO }, ...(signal && { signal }) })

/** A factura as an option of a list. */
export const optionOfFactura = ({ id, numero, receptor_nombre: nombre, fecha_emision: fecha, total }: ComprobanteFila) => ({
  key: id,
  content: <OptionRecord title={`${numero} · ${nombre}`} detail={`${fechaText(fecha)} · ${displayMonto(total)}`} />,
})
