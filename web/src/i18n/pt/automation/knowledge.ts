import { counted } from '#web/i18n/format.ts'

/** Portuguese of web/src/automation/knowledge. */
export default {
  'automation/knowledge/strings': {
    title: 'Base de conhecimento',
    about:
      'Horários, preços, condições, instruções: documentos de onde o Perguntar ao Foyer e os rascunhos tiram as respostas.',
    onlyAdmins: 'Só administradores e proprietários alteram documentos.',
    failed: 'Não foi possível carregar os documentos',
    emptyTitle: 'Nenhum documento ainda',
    emptyText:
      'Escreva o que os clientes perguntam com frequência, ou envie a lista de preços e as condições. As respostas citam o documento de onde vêm.',
    write: 'Escrever',
    upload: 'Enviar',
    more: 'Mostrar mais',

    search: 'Buscar documentos',
    searchHint: 'Uma pergunta, como um cliente a faz',
    searchFailed: 'A busca falhou',
    found: 'Trechos encontrados',
    nothing: 'Nenhum documento fala sobre isto',
    nothingText: 'Adicione um documento que fale.',

    documents: 'Documentos',
    words: (n: number) => `${counted(n)} ${n === 1 ? 'palavra' : 'palavras'}`,
    passages: (n: number) => `${counted(n)} ${n === 1 ? 'trecho' : 'trechos'}`,
    kinds: { text: 'Texto', markdown: 'Escrito aqui', html: 'Página da web', pdf: 'PDF' },
    otherLanguage: 'Outro idioma',
    edit: 'Editar',
    remove: 'Remover',
    removeTitle: 'Remover o documento?',
    removeText: 'Nenhuma busca e nenhuma resposta o usa a partir de agora. Não é possível restaurá-lo.',
    removed: (title: string) => `${title} foi removido`,

    document: 'Documento',
    documentFailed: 'Não foi possível carregar o documento',
    named: 'A resposta foi tirada daqui',
    passageGone: 'Esse trecho não existe mais',
    passageGoneText: 'O documento foi alterado depois.',
    fromBeginning: 'Ler desde o início',

    newTitle: 'Novo documento',
    editTitle: 'Editar documento',
    uploadTitle: 'Enviar um documento',
    name: 'Título',
    nameMissing: 'Digite um título.',
    text: 'Texto',
    textHint: 'Linhas que começam com # são títulos. Modelos e clientes podem ler isto: não inclua segredos.',
    textMissing: 'Digite um texto.',
    language: 'Idioma',
    seen: 'O que as palavras mostram',
    file: 'Arquivo',
    fileHint: 'Texto, Markdown, HTML ou um PDF com texto, no máximo 25 MB. O texto é guardado, o arquivo não.',
    fileMissing: 'Escolha um arquivo.',
    save: 'Salvar',
    notSaved: 'Não foi salvo',
    saved: (title: string) => `${title} foi salvo`,
  },
  'automation/knowledge/sentences': {
    'remove-knowledge': {
      done: 'removeu um documento da base de conhecimento',
      tried: 'tentou remover um documento da base de conhecimento',
    },
    'save-knowledge': {
      done: 'salvou um documento da base de conhecimento',
      tried: 'tentou salvar um documento da base de conhecimento',
    },
  },
  'automation/knowledge/module': {
    knowledge: 'Base de conhecimento',
    knowledgeAbout: 'Documentos para respostas.',
  },
}
