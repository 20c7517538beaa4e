import { crc32, deflateRawSync } from 'node:zlib'

export interface EntradaArmada {
  readonly nombre: string
  readonly bytes: Uint8Array
  /** Stored instead of deflated. */
  readonly plano?: boolean
  /** False data for the directory. */
  readonly dice?: { readonly desempacado?: number; readonly crc?: number; readonly metodo?: number; readonly flags?: number }
}

/** A ZIP like those of usual programs, or one with false data about its files. */
export function buildZip(entradas: readonly EntradaArmada[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { nombre, bytes, plano = false, dice = {} } of entradas) {
    const name = Buffer.from(nombre)
    const packed = plano ? Buffer.from(bytes) : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(dice.flags ?? 1 << 11, 2)
    common.writeUInt16LE(dice.metodo ?? (plano ? 0 : 8), 4)
    common.writeUInt32LE(dice.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(dice.desempacado ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, name]))
    files.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entradas.length, 8)
  end.writeUInt16LE(entradas.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, central, end])
}
