import type { Fecha } from '@yupana/fiscal'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { nombreOfTecla, TECLAS_LINEA, type TeclaLinea } from '../../domain/lineas-editor/teclas-linea.ts'
import { nombreOf } from '../../lib/keyboard.ts'
import classes from './dialogos.module.css'
import { SinConfirmar } from './sin-confirmar.tsx'
import { TECLAS, TECLAS_CONFIRMAR } from './teclas.ts'

const LINEAS = Object.keys(TECLAS_LINEA) as TeclaLinea[]

const GRUPOS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['Documento', Object.values(TECLAS).map((tecla) => [nombreOf(tecla), tecla.efecto])],
  ['Líneas', LINEAS.map((tecla) => [nombreOfTecla(tecla), TECLAS_LINEA[tecla].efecto])],
  ['Al confirmar', Object.values(TECLAS_CONFIRMAR).map((tecla) => [nombreOf(tecla), tecla.efecto])],
]

/** The keys of the editor. */
export const AyudaDialog = ({ fecha, onClose }: { fecha: Fecha; onClose: () => void }) => (
  <Dialog opened title="Teclas de la factura" onClose={onClose} size={520}>
    <div className={classes.ayuda}>
      {GRUPOS.map(([grupo, teclas]) => (
        <section key={grupo}>
          <h3>{grupo}</h3>
          <KeyList keys={teclas} />
        </section>
      ))}
      <SinConfirmar fecha={fecha} />
    </div>
  </Dialog>
)
