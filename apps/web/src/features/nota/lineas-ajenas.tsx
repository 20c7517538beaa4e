import type { Contexto } from '@yupana/contract'
import type { Ref } from 'react'
import { useWatch } from 'react-hook-form'

import hoja from '../../domain/emision/hoja.module.css'
import { cantonOf } from '../../domain/emision/series.ts'
import { LineasEditor, type LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { NOTA_CREDITO } from './nota-credito.ts'
import type { NotaCreditoValores } from './credito-valores.ts'
import { modificadoOf } from './nota-valores.ts'

interface LineasAjenasProps {
  contexto: Contexto
  lineas: Ref<LineasHandle>
}

/** Lines without a factura of ours, at the rates of the other factura's day. */
export function LineasAjenas({ contexto, lineas }: LineasAjenasProps) {
  const [modo, serie, modificado, ajeno] = useWatch<NotaCreditoValores, ['modo', 'serie', 'modificado', 'ajeno']>({
    name: ['modo', 'serie', 'modificado', 'ajeno'],
  })
  return (
    <div className={hoja.lineas}>
      <LineasEditor
        ref={lineas}
        nombre={NOTA_CREDITO.nombre}
        modo={modo}
        fecha={modificadoOf({ modificado, ajeno })?.fecha ?? contexto.hoy}
        condiciones={contexto.condiciones}
        materiales={contexto.materiales}
        canton={cantonOf(contexto, serie)}
      />
    </div>
  )
}
