import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useId } from 'react'

import { Button } from '../../components/button.tsx'
import { copyText } from '../../lib/pagina/copy-text.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import classes from './segundo-factor.module.css'

const titleOf = (username: string) => `Códigos de recuperación de ${username}`

const fileOf = (codigos: readonly string[], username: string) =>
  [titleOf(username), 'Cada uno sirve una sola vez en lugar del código de la aplicación.', '', ...codigos, ''].join('\r\n')

/** Recovery codes, shown once: to copy, save as a file or print. */
export function CodigosRecuperacion({ codigos, username }: { codigos: readonly string[]; username: string }) {
  const titleId = useId()
  const copy = () => copyText(codigos.join('\n'), 'Códigos copiados.', 'Su navegador no permite copiarlos: descárguelos o imprímalos.')
  const download = () =>
    saveFile(new Blob([fileOf(codigos, username)], { type: 'text/plain;charset=utf-8' }), 'codigos-de-recuperacion.txt')
  return (
    <div className={classes.hoja}>
      <p>Guárdelos en un lugar seguro: si pierde el teléfono son su entrada. Cada uno sirve una sola vez, y no se vuelven a mostrar.</p>
      <p id={titleId} className={classes.titulo}>
        {titleOf(username)}
      </p>
      <ul className={classes.codigos} aria-labelledby={titleId}>
        {codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
      <div className={classes.acciones}>
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={download}>
          Descargar
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
    </div>
  )
}
