import type { ProductoVenta } from '@yupana/contract'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { leeCodigos } from '../../lib/pagina/lee-codigos.ts'
import { exactOf, findProductos } from './producto-busqueda.ts'

const LectorCodigos = loadedPart(async () => (await import('../../components/lector/lector-codigos.tsx')).LectorCodigos)

interface LectorCamaraProps {
  /** Adds one of the product. Returns the text with the new quantity. */
  onScan: (producto: ProductoVenta) => string
}

/** Reads product codes with the phone's camera; renders nothing if the browser cannot. */
export function LectorCamara({ onScan }: LectorCamaraProps) {
  const [isShown, setShown] = useState(false)
  if (!leeCodigos()) return null
  const read = async (code: string) => {
    const productos = await findProductos(code).catch(() => undefined)
    const producto = productos && exactOf(code, productos)
    if (producto) return { ok: true, text: `${producto.name}: ${onScan(producto)}` }
    return { ok: false, text: productos ? `Ningún producto tiene el código ${code}.` : 'No hubo respuesta: vuelva a mostrarlo.' }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconBarcode size={18} />} onClick={() => setShown(true)}>
        Leer con la cámara
      </Button>
      {isShown && (
        <LectorCodigos
          title="Leer códigos de barras"
          pide="Muestre a la cámara el código de un producto."
          nota="Para contar otra unidad del mismo producto, aleje el código un momento y muéstrelo de nuevo."
          onRead={read}
          onClose={() => setShown(false)}
        />
      )}
    </>
  )
}
