import type { Fecha } from '@yupana/fiscal'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import classes from './dialogos.module.css'
import { SinConfirmar } from './sin-confirmar.tsx'
import { TECLAS_CONFIRMAR, type TeclaConEfecto } from './teclas.ts'
import type { TipoDocumento, ValoresEmision } from './tipo-documento.ts'

/** Keys with what they do, under a heading. */
export type GrupoTeclas = readonly [string, readonly (readonly [string, string])[]]

interface AyudaProps {
  tipo: Pick<TipoDocumento<ValoresEmision, unknown>, 'nombre' | 'canSkipQuestion'>
  fecha: Fecha
  teclas: Readonly<Record<string, TeclaConEfecto>>
  /** Keys of one part of the editor. */
  grupos: readonly GrupoTeclas[]
  onClose: () => void
}

const efectosOf = (teclas: AyudaProps['teclas']) => Object.values(teclas).map((tecla) => [nombreOf(tecla), tecla.efecto] as const)

/** The keys of the editor. */
export const AyudaDialog = ({ tipo, fecha, teclas, grupos, onClose }: AyudaProps) => (
  <Dialog opened title={`Teclas de la ${tipo.nombre}`} onClose={onClose} size={520}>
    <div className={classes.ayuda}>
      {[['Documento', efectosOf(teclas)] as const, ...grupos, ['Al confirmar', efectosOf(TECLAS_CONFIRMAR)] as const].map(
        ([grupo, keys]) => (
          <section key={grupo}>
            <h3>{grupo}</h3>
            <KeyList keys={keys} />
          </section>
        ),
      )}
      {tipo.canSkipQuestion && <SinConfirmar fecha={fecha} />}
    </div>
  </Dialog>
)
