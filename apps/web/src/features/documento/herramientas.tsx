import type { Contexto } from '@yupana/contract'
import { IconDiscount } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { isEmptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import type { FacturaValores } from './factura-valores.ts'
import { LineasAnteriores } from './lineas-anteriores.tsx'
import { Repetir } from './repetir.tsx'

const DescuentoGlobal = loadedPart(async () => (await import('./descuento-global.tsx')).DescuentoGlobal)

interface HerramientasProps {
  contexto: Contexto
  /** Called once the form was filled in from an earlier sale: the button that was pressed is gone. */
  onRepeated: () => void
}

/** Shortcuts: repeat an earlier sale, one discount over all lines. */
export const Herramientas = ({ contexto, onRepeated }: HerramientasProps) => (
  <>
    <Repetir contexto={contexto} onRepeated={onRepeated} />
    <LineasAnteriores contexto={contexto} onRepeated={onRepeated} />
    {hasRight('documento:descuento') && <Descuento />}
  </>
)

function Descuento() {
  const [isOpen, setOpen] = useState(false)
  const hasLineas = useWatch<FacturaValores, boolean>({
    compute: ({ lineas }) => (lineas as FacturaValores['lineas']).some((linea) => !isEmptyLinea(linea)),
  })
  return (
    <>
      {hasLineas && (
        <Button variant="default" leftSection={<IconDiscount size={18} />} onClick={() => setOpen(true)}>
          Descuento global
        </Button>
      )}
      {isOpen && <DescuentoGlobal onClose={() => setOpen(false)} />}
    </>
  )
}
