import { describe, expect, it } from 'vitest'

import { direccionDe, isLoopback, isPublica } from './direccion.ts'

const leads =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address })))
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('where the server of a mailbox may stand', () => {
  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2800:370::25'])(
    '%s is an address of the internet',
    (address) => expect(isPublica(address)).toBe(true),
  )

  it.each([
    ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '10.0.0.5', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'no es una dirección'],
  ])('%s is none', (address) => expect(isPublica(address)).toBe(false))

  it('is looked up, and the address that was checked is the one that is connected to', async () => {
    expect(await direccionDe('imap.ejemplo.ec', false, leads('10.0.0.5', '8.8.8.8'))).toBe('8.8.8.8')
    await expect(direccionDe('imap.ejemplo.ec', false, leads('10.0.0.5', '::1'))).rejects.toThrow(
      'imap.ejemplo.ec está en una red interna: esta instalación no se conecta a ella.',
    )
    expect(await direccionDe('imap.ejemplo.ec', true, leads('10.0.0.5'))).toBe('10.0.0.5')
    await expect(direccionDe('127.0.0.1', false)).rejects.toThrow('red interna')
    await expect(direccionDe('localhost', false)).rejects.toThrow('red interna')
  })

  it('says whether a name leads nowhere, or could not be asked for', async () => {
    await expect(direccionDe('imap.ejemplo.ec', false, fails('ENOTFOUND'))).rejects.toThrow('No existe el servidor imap.ejemplo.ec')
    await expect(direccionDe('imap.ejemplo.ec', false, fails('EAI_AGAIN'))).rejects.toThrow('No se pudo averiguar la dirección')
  })

  it('may be this machine where the installation allows it', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1', '10.0.0.5', '8.8.8.8'].filter(isLoopback)).toEqual(['127.0.0.1', '127.1.2.3', '::1'])
  })
})
