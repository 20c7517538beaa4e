import type { Certificado } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { useEffect, useRef, type ReactNode } from 'react'

import { Chip } from '../../components/chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { leftText, matchText, useText } from './certificado-words.ts'
import classes from './empresa.module.css'

type Hallazgo = Certificado['rechazos'][number]

/** Data of the certificate, and the verdict with a reason and an advice for each finding. */
export function CertificadoCard({
  certificado,
  ruc,
  takesFocus,
  children,
}: {
  certificado: Certificado
  ruc: string
  takesFocus: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus, certificado.id])
  const { titular, entidad, emisor, serial, desde, expirationDate, rsa_bits: bits, huella, filename, apto, rechazos, avisos } = certificado
  const facts = [
    ['Titular', titular],
    ['Entidad certificadora', entidad ?? 'No reconocida'],
    ['Emisor', emisor],
    ['Número de serie', serial],
    ['Vigencia', `Del ${fechaText(fechaIn(new Date(desde)))} al ${fechaText(expirationDate)}: ${leftText(certificado)}`],
    ['Uso', useText(certificado)],
    ['Correspondencia con el RUC', matchText(certificado, ruc)],
    ['Llave', `RSA de ${bits} bits`],
    ['Huella SHA-256', huella],
    ['Archivo', filename],
  ] as const
  return (
    <section className={classes.card} aria-label="Firma en uso">
      <header className={classes.cardHead}>
        <h2 ref={heading} tabIndex={-1}>
          Firma en uso
        </h2>
        <Chip tone={!apto ? 'danger' : avisos.length > 0 ? 'warning' : 'success'}>
          {!apto ? 'No puede firmar' : avisos.length > 0 ? 'Puede firmar, con avisos' : 'Puede firmar'}
        </Chip>
      </header>
      {(rechazos.length > 0 || avisos.length > 0) && (
        <ul className={classes.findings} aria-label="Diagnóstico">
          {rechazos.map((one) => (
            <Finding key={one.codigo} hallazgo={one} tone="danger" word="Impide firmar" />
          ))}
          {avisos.map((one) => (
            <Finding key={one.codigo} hallazgo={one} tone="warning" word="Aviso" />
          ))}
        </ul>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

const Finding = ({ hallazgo: { motivo, consejo }, tone, word }: { hallazgo: Hallazgo; tone: 'danger' | 'warning'; word: string }) => (
  <li>
    <Chip tone={tone}>{word}</Chip>
    <span>
      <strong>{motivo}</strong> {consejo}
    </span>
  </li>
)
