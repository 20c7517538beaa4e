import type { Contexto } from '@yupana/contract'
import { IconHistory } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { isEmptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { readLastFacturaOf } from './documento.queries.ts'
import { valoresOf, withReglas, type FacturaValores } from './factura-valores.ts'

/** Offers the lines of this client's last factura while the sheet has none. */
export function LineasAnteriores({ contexto, onRepeated }: { contexto: Contexto; onRepeated: () => void }) {
  const { getValues, setValue } = useFormContext<FacturaValores>()
  const personaId = useWatch<FacturaValores, 'comprador'>({ name: 'comprador' })?.persona_id
  const isEmpty = useWatch<FacturaValores, boolean>({ compute: ({ lineas }) => (lineas as FacturaValores['lineas']).every(isEmptyLinea) })
  if (personaId === undefined || !isEmpty) return null
  const bring = async () => {
    const form = await readLastFacturaOf(personaId)
    if (!form) return addNotice({ severity: 'info', detail: 'Este cliente todavía no tiene una factura anterior.' })
    const { modo, lineas } = withReglas({ ...valoresOf(form, getValues('fecha_emision') || contexto.hoy) }, contexto)
    setValue('modo', modo)
    setValue('lineas', lineas, { shouldDirty: true })
    onRepeated()
  }
  return (
    <Button variant="default" leftSection={<IconHistory size={18} />} onClick={() => void untilRefused(bring())}>
      Líneas de su última factura
    </Button>
  )
}
