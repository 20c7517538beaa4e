import { NOTA_CALLS, type NotaDebitoForm } from '@yupana/contract'
import { COD_DOC, nombreEnFraseOf } from '@yupana/fiscal'

import type { TipoDocumento } from '../../domain/emision/tipo-documento.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { readFactura } from './nota.queries.ts'
import { armar, emptyNotaDebito, formOfSaldo, isWorthKeeping, totalesOfNota, valoresOf, type NotaDebitoValores } from './debito-valores.ts'
import { revisar } from './debito-revisar.ts'

/** Definition of the debit note for the shared editor. */
export const NOTA_DEBITO: TipoDocumento<NotaDebitoValores, NotaDebitoForm> = {
  codigo: COD_DOC.NOTA_DEBITO,
  ruta: '/nota',
  consulta: 'tipo=05',
  nombre: nombreEnFraseOf(COD_DOC.NOTA_DEBITO),
  llamadas: NOTA_CALLS,
  hasTicket: false,
  canSkipQuestion: false,
  empty: emptyNotaDebito,
  valoresOf,
  formFrom: async (id) => {
    const saldo = await readFactura(id, COD_DOC.NOTA_DEBITO)
    if (saldo.impedimento !== null) addNotice({ severity: 'warn', detail: saldo.impedimento })
    return formOfSaldo(saldo)
  },
  withReglas: (valores) => valores,
  isWorthKeeping,
  totalOf: (valores) => totalesOfNota(valores)?.importeTotal,
  revisar,
  armar,
  hallazgosOf: () => [],
  editableOf: (campo) => campo,
  cambioOf: () => undefined,
}
