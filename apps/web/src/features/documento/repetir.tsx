import type { Contexto } from '@yupana/contract'
import { IconRepeat } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { addNotice } from '../../lib/pagina/notices.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { readLastFactura } from './documento.queries.ts'
import { isWorthKeeping, valoresOf, withReglas, type FacturaValores } from './factura-valores.ts'

/** Offers to repeat the last sale while the form is empty. */
export function Repetir({ contexto, onRepeated }: { contexto: Contexto; onRepeated: () => void }) {
  const { reset } = useFormContext<FacturaValores>()
  const isBegun = useWatch<FacturaValores, boolean>({ compute: (valores) => isWorthKeeping(valores as FacturaValores) })
  const repeat = async () => {
    const form = await readLastFactura()
    if (!form) return addNotice({ severity: 'info', detail: 'Todavía no tiene una venta que repetir.' })
    reset(withReglas(valoresOf(form, contexto.hoy), contexto))
    onRepeated()
  }
  if (isBegun) return null
  return (
    <Button variant="default" leftSection={<IconRepeat size={18} />} onClick={() => void untilRefused(repeat())}>
      Repetir la última venta
    </Button>
  )
}
