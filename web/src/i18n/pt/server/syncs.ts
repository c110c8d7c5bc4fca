/** Portuguese of why a sync with a CRM waits or ended, and what it could not take, write or undo, by the English sentence. */
export default {
  'server/syncs/reasons': {
    'The CRM was disconnected.': 'O CRM foi desconectado.',
    'A person cancelled it.': 'Uma pessoa a cancelou.',
    'It gives the same page again and again.': 'Ele entrega a mesma página repetidamente.',
    'It gives pages without anything new and without end.': 'Ele entrega páginas sem nada novo e sem fim.',
    'It gives empty pages without end.': 'Ele entrega páginas vazias sem fim.',
    'It goes round the same pages again and again.': 'Ele dá voltas nas mesmas páginas repetidamente.',
    'It made no progress.': 'Não houve avanço.',
    'It makes no progress; the worker may be down.': 'Não há avanço; talvez o processo de trabalho esteja parado.',
    'Something went wrong on this server; its log has the details.':
      'Algo deu errado neste servidor; o registro dele tem os detalhes.',
    '<1> limits requests.': '<1> limita as requisições.',
    '<1> no longer accepts the connection. Connect it again.': '<1> não aceita mais a conexão. Conecte-o de novo.',
    '<1> Connect <2> again.': '<1> Conecte <2> de novo.',
    '<1> Allow it in <2>, or connect <3> with more permissions, then try again.':
      '<1> Permita isso em <2>, ou conecte <3> com mais permissões, e tente de novo.',
    '<1> The permission <2> is missing. Allow it in <3>, or connect <4> with more permissions, then try again.':
      '<1> Falta a permissão <2>. Conceda-a em <3>, ou conecte <4> com mais permissões, e tente de novo.',
    '<1>: <2>': '<1>: <2>',
    'The value is longer than 4,000 characters; its beginning was kept.':
      'O valor tem mais de 4.000 caracteres; o começo foi mantido.',
    'The custom values of this record are longer than 64 KB; some were left out.':
      'Os valores próprios deste registro passam de 64 KB; alguns foram omitidos.',
    'This is not an email address.': 'Isto não é um endereço de e-mail.',
    'This is not a phone number.': 'Isto não é um número de telefone.',
    'This is not a company domain.': 'Isto não é o domínio de uma empresa.',
    'This is not a web address.': 'Isto não é um endereço da web.',
    'This is not an amount.': 'Isto não é um valor em dinheiro.',
    'The amount is negative; it was left out.': 'O valor é negativo; foi omitido.',
    'This is not a currency code, and the workspace has no currency of its own.':
      'Isto não é um código de moeda, e o espaço de trabalho não tem moeda própria.',
    'Another contact has this email address.': 'Outro contato tem este endereço de e-mail.',
    'Another contact has this number.': 'Outro contato tem este número.',
    'Another record here has its identity and could not be matched; read it again with the next sync.':
      'Outro registro daqui tem a identidade dele e não pôde ser associado; a próxima sincronização o lê de novo.',
    'It was changed here after the sync.': 'Foi alterado aqui depois da sincronização.',
    'A member pinned a value of it after the sync, or a message proved it.':
      'Um membro fixou um valor dele depois da sincronização, ou uma mensagem o confirmou.',
    'It is used here: by a deal, a message, a document or another record, or has notes, files, tags or fields of its own.':
      'É usado aqui: por um negócio, uma mensagem, um documento ou outro registro, ou tem notas, arquivos, etiquetas ou campos próprios.',
    'Another sync knows it, too.': 'Outra sincronização também o conhece.',
    'The value of before cannot be put back: another record has it now, or it no longer fits.':
      'O valor anterior não pode ser restaurado: outro registro o tem agora, ou ele não cabe mais.',
    '<1> did not say whether it wrote the record.': '<1> não disse se gravou o registro.',
    '<1> did not say whether it made the record.': '<1> não disse se criou o registro.',
    '<1> no longer has this record.': '<1> não tem mais este registro.',
    '<1> has no such field.': '<1> não tem esse campo.',
    '<1> has no such stage.': '<1> não tem essa etapa.',
    '<1> does not take a value for this field.': '<1> não aceita nenhum valor para este campo.',
    '<1> does not let this field be empty.': '<1> não deixa este campo vazio.',
    '<1> takes no such value for a field of type <2>.': '<1> não aceita esse valor para um campo do tipo <2>.',
    '<1> has no field <2> that can be written.': '<1> não tem nenhum campo <2> que possa ser gravado.',
    'The value for <1> is no number.': 'O valor de <1> não é um número.',
    'The record has no id.': 'O registro não tem id.',
    'The record has no ID.': 'O registro não tem ID.',
    'The record has no id that can be read.': 'O registro não tem um id legível.',
    'The record has no modification time.': 'O registro não tem data de modificação.',
    'The modification time cannot be read.': 'A data de modificação não pode ser lida.',
    'The record has no properties.': 'O registro não tem propriedades.',
    'The value of <1> is not text.': 'O valor de <1> não é texto.',
    'The contacts of the record cannot be read.': 'Os contatos do registro não podem ser lidos.',
    'The record is larger than 32 MB.': 'O registro passa de 32 MB.',
    'The record is longer than 32 MB.': 'O registro tem mais de 32 MB.',
    'The record kept changing while it was read.': 'O registro não parou de mudar enquanto era lido.',
  },
}
