import { NOTA_CALLS, type NotaCreditoForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { editableOf } from '../../domain/lineas-editor/campo-editable.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { revisar } from './credito-revisar.ts'
import {
  armar,
  emptyNotaCredito,
  formOfSaldo,
  isWorthKeeping,
  totalesOfCredito,
  valoresOf,
  withSaldo,
  type NotaCreditoValores,
} from './credito-valores.ts'
import { readFactura } from './nota.queries.ts'

/** Definition of the credit note for the shared editor. */
export const NOTA_CREDITO: TipoDocumento<NotaCreditoValores, NotaCreditoForm> = {
  codigo: COD_DOC.NOTA_CREDITO,
  ruta: '/nota',
  nombre: nombreEnFraseOf(COD_DOC.NOTA_CREDITO),
  llamadas: NOTA_CALLS,
  hasTicket: false,
  canSkipQuestion: false,
  empty: emptyNotaCredito,
  valoresOf,
  guardadosOf: (valores) => ({ ...valores, saldo: null }),
  completed: async (valores) => {
    const id = valores.modificado?.documento_id
    return id === undefined ? valores : { ...valores, ...withSaldo(valores, await readFactura(id, COD_DOC.NOTA_CREDITO)) }
  },
  formFrom: async (id) => {
    const saldo = await readFactura(id, COD_DOC.NOTA_CREDITO)
    if (saldo.impedimento !== null) addNotice({ severity: 'warn', detail: saldo.impedimento })
    return formOfSaldo(saldo)
  },
  withReglas: (valores) => valores,
  isWorthKeeping,
  totalOf: (valores) => totalesOfCredito(valores)?.importeTotal,
  revisar,
  armar,
  hallazgosOf: () => [],
  editableOf: (campo, { lineas }) => editableOf(campo, lineas),
  cambioOf: () => undefined,
}
