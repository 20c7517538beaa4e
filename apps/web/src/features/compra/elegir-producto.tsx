import type { ProductoDeLinea } from '@yupana/contract'
import { useState } from 'react'

import form from '../../components/form/form.module.css'
import { ProductoPicker } from '../../domain/producto-picker/producto-picker.tsx'
import { ProductoRapido } from '../../domain/producto-picker/producto-rapido.tsx'
import { today } from '../../lib/formato/format.ts'
import classes from './compra.module.css'

/** Chooses a product by code, bar code or name, or creates one. */
export function ElegirProducto({ label, onChosen }: { label: string; onChosen: (producto: ProductoDeLinea) => void }) {
  const [miss, setMiss] = useState<string>()
  const [nuevo, setNuevo] = useState<string>()
  const choose = ({ id, code, name }: ProductoDeLinea) => {
    setMiss(undefined)
    onChosen({ id, code, name })
  }
  return (
    <div className={classes.elegir}>
      <span aria-hidden="true">{label}</span>
      <ProductoPicker
        codigo=""
        para="COMPRA"
        label={label}
        placeholder="Escriba o escanee un producto"
        className={classes.input}
        onChoose={choose}
        onScan={choose}
        onCreate={setNuevo}
        onMiss={(text, reason) =>
          setMiss(
            reason === 'SIN_RESPUESTA' ? 'No hubo respuesta: vuelva a intentar.' : `«${text}» no es un producto: elíjalo de la lista.`,
          )
        }
        isWrong={miss !== undefined}
      />
      {miss !== undefined && (
        <p className={form.error} role="alert">
          {miss}
        </p>
      )}
      {nuevo !== undefined && (
        <ProductoRapido
          text={nuevo}
          fecha={today()}
          onDone={(producto) => {
            setNuevo(undefined)
            choose(producto)
          }}
          onClose={() => setNuevo(undefined)}
        />
      )}
    </div>
  )
}
