import type { Fecha } from '@yupana/fiscal'

import { Dialog } from '../../components/dialog/dialog.tsx'
import classes from './documento.module.css'
import { SinConfirmar } from './sin-confirmar.tsx'

const CTRL = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

const GRUPOS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['Documento', [
    [`${CTRL} Enter`, 'Emitir'], ['Alt N', 'Nueva factura, desde cualquier pantalla'], [`${CTRL} S`, 'Guardar el borrador'], ['Alt P', 'Vista previa'], ['Alt C', 'Ir al cliente'], ['Alt R', 'Ir a lo recibido'], ['?', 'Esta ayuda'],
  ]],
  ['Líneas', [
    ['Enter', 'Celda siguiente'], ['↑ ↓', 'Línea anterior o siguiente'], ['Esc', 'Recuperar lo que había'], [`${CTRL} D`, 'Duplicar la línea'], [`${CTRL} Supr`, 'Eliminar la línea'], [`${CTRL} Z`, 'Recuperar la línea eliminada'],
    ['Alt ↑ ↓', 'Mover la línea'], [`${CTRL} V`, 'Pegar filas de una hoja de cálculo'],
  ]],
  ['Al confirmar', [['Enter', 'Emitir'], [`${CTRL} Enter`, 'Emitir e imprimir'], ['Esc', 'Volver a la factura']]],
]

/** The keys of the editor. */
export const AyudaDialog = ({ fecha, onClose }: { fecha: Fecha; onClose: () => void }) => (
  <Dialog opened title="Teclas de la factura" onClose={onClose} size={520}>
    <div className={classes.ayuda}>
      {GRUPOS.map(([grupo, teclas]) => (
        <section key={grupo}>
          <h3>{grupo}</h3>
          <dl>
            {teclas.map(([tecla, efecto]) => (
              <div key={tecla}>
                <dt>
                  <kbd>{tecla}</kbd>
                </dt>
                <dd>{efecto}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <SinConfirmar fecha={fecha} />
    </div>
  </Dialog>
)
